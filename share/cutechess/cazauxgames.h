/*
    The 12x12 games of Jean-Louis Cazaux, for Cute Chess: see README.md.

    Copyright (C) 2026 the authors of Dhow
    SPDX-License-Identifier: GPL-3.0-or-later
*/

#ifndef CAZAUXGAMES_H
#define CAZAUXGAMES_H

#include "boardfactory.h"
#include "cazauxboard.h"

// To be included by boardfactory.cpp alone, which so gets to know the games
namespace Chess {

REGISTER_BOARD(MetamachyBoard, "metamachy")
REGISTER_BOARD(ZanzibarSBoard, "zanzibar-s")
REGISTER_BOARD(ZanzibarXLBoard, "zanzibar-xl")
REGISTER_BOARD(ZanzibarXLClassicBoard, "zanzibar-xl-classic")
REGISTER_BOARD(ZanzibarXXLBoard, "zanzibar-xxl")
REGISTER_BOARD(MaasaiBoard, "maasai")

} // namespace Chess
#endif // CAZAUXGAMES_H
