//! The style of the page: for small and large screens, light and dark ones, and paper.

/// The style sheet.
pub const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#23262b;--paper:#fdfcf9;--faint:#5f656e;--line:#d8d5cc;--one:#2b6ca3;\
--two:#b9571c;--white:#f3ead3;--drawn:#a9adb3;--black:#3a3d42;--warn:#fdf0cf}\
@media(prefers-color-scheme:dark){:root{--ink:#e6e4df;--paper:#191b1e;--faint:#a3a8b0;--line:#3b3f45;--one:#6fb1e8;\
--two:#eb9a5f;--white:#efe6cd;--drawn:#83888f;--black:#08090a;--warn:#40361a}}\
*{box-sizing:border-box}\
body{margin:0 auto;max-width:47rem;padding:1rem;background:var(--paper);color:var(--ink);\
font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}\
h1{font-size:1.7rem;line-height:1.2;margin:.5rem 0}h2{font-size:1.25rem;margin:2rem 0 .5rem;\
border-bottom:1px solid var(--line)}h3{font-size:1rem;margin:1.2rem 0 .3rem}\
p{margin:.5rem 0}.note{color:var(--faint);font-size:.875rem}\
.warning{background:var(--warn);border-left:4px solid var(--two);padding:.5rem .8rem;margin:1rem 0}\
.wide{overflow-x:auto;overflow-wrap:normal}\
table{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums;margin:.5rem 0}\
th,td{padding:.15rem .6rem;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap;\
vertical-align:bottom}\
th:first-child{text-align:left;padding-left:0}tr:first-child th{white-space:normal;color:var(--faint);font-weight:600}\
th[scope=row]{font-weight:500}\
.chart{width:100%;height:auto;display:block;margin:.5rem 0;font-size:12px}.chart text{fill:var(--ink)}\
.grid{stroke:var(--line)}.bar{fill:var(--one)}.curve{fill:none;stroke:var(--one);stroke-width:2}\
.band{fill:var(--one);opacity:.25}line.one,circle.one{stroke:var(--one);stroke-width:2}circle.one{fill:var(--one)}\
line.two,circle.two{stroke:var(--two);stroke-width:2}circle.two{fill:var(--paper)}\
rect.white{fill:var(--white);stroke:var(--line)}rect.drawn{fill:var(--drawn)}rect.black{fill:var(--black);\
stroke:var(--line)}\
.key.one{color:var(--one)}.key.two{color:var(--two)}\
.board svg{max-width:100%;height:auto}\
pre{white-space:pre-wrap;font-size:.8rem}code{font-size:.875rem}\
@media screen and (max-width:40rem){.chart{font-size:17px}}\
@media print{:root{color-scheme:light;--ink:#000;--paper:#fff;--faint:#444;--line:#bbb}\
body{max-width:none;font-size:10pt}h2,h3{break-after:avoid}.chart,table,.board{break-inside:avoid}\
.wide{overflow:visible}td,th{padding:.1rem .3rem}}";
