// Synthetic sounds: short knocks, lower for captures. Off by default.

import { settings } from './settings.js';

/** @type {AudioContext|null} */
let audio = null;

/**
 * @param {number} frequency
 * @param {number} seconds
 * @param {number} [delay]
 */
function knock(frequency, seconds, delay = 0) {
  audio ??= new AudioContext();
  const start = audio.currentTime + delay;
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(frequency, start);
  tone.frequency.exponentialRampToValueAtTime(frequency / 2, start + seconds);
  volume.gain.setValueAtTime(0.25, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + seconds);
  tone.connect(volume).connect(audio.destination);
  tone.start(start);
  tone.stop(start + seconds);
}

/** @param {{takes?: boolean, check?: boolean, over?: boolean}} what */
export function sound({ takes, check, over }) {
  if (!settings.sound) return;
  if (over) [330, 262, 196].forEach((tone, index) => knock(tone, 0.3, index * 0.14));
  else if (check) knock(660, 0.15);
  else knock(takes ? 150 : 240, takes ? 0.14 : 0.08);
}
