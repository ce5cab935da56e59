import { readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { root } from '../paths.mjs';

/**
 * Above the first factor of its stored CPU time a stage is named, above the second one it fails. Neighbours on the same cores, which come
 * and go during a run, have more than doubled the CPU time of stages.
 */
export const factors = { warn: 1.3, fail: 4 };

/** Below this, start-up and noise decide. */
const minStageSeconds = 5;

export const storeCommand = 'npm test -- --store';
const file = join(import.meta.dirname, 'stage-times.json');

/**
 * What the stages took when their times were stored, on two cores with nothing else running.
 * @typedef {{ work: number, stages: Record<string, { cpu: number, wall: number }> }} StageTimes
 *   `work`: CPU seconds of the fixed piece of work, on the same machine
 * @typedef {{ name: string, cpu: number, wall: number, ok: boolean }} Measured
 */

/** @type {StageTimes} */
export const noTimes = { work: 0, stages: {} };

/** @returns {Promise<StageTimes>} */
export const readTimes = async () => {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text ? JSON.parse(text) : noTimes;
};

/**
 * @param {Measured[]} measured
 * @param {number} work
 */
export async function storeTimes(measured, work) {
  const rounded = (/** @type {number} */ seconds) => Math.round(seconds * 10) / 10;
  const stages = Object.fromEntries(
    measured.map(({ name, cpu, wall }) => [name, { cpu: rounded(cpu), wall: rounded(wall) }]),
  );
  await writeFile(file, `${JSON.stringify({ work: Number(work.toFixed(4)), stages }, undefined, 2)}\n`);
}

/**
 * How many times its stored CPU time a stage took, in equally fast seconds: on a machine that is slower now, by another processor or
 * by neighbours, the fixed piece of work takes longer too. A faster machine allows less.
 * @param {Measured} stage
 * @param {StageTimes} stored
 * @param {number} work CPU seconds of the fixed piece of work now
 * @returns {number | undefined} without a stored time, or for a short stage
 */
export function growth({ name, cpu }, stored, work) {
  const before = stored.stages[name];
  if (!before || cpu < minStageSeconds || !stored.work || !work) return undefined;
  return cpu / Math.max(before.cpu, minStageSeconds / factors.fail) / (work / stored.work);
}

/**
 * The table of stages, and what is to be said about those that have grown.
 * @param {Measured[]} measured
 * @param {StageTimes} stored
 * @param {number} work
 */
export function judgeTimes(measured, stored, work) {
  const grown = measured.map((stage) => ({ ...stage, times: growth(stage, stored, work) }));
  const inWords = ({ name, cpu, times }) =>
    `${name} took ${times.toFixed(1)} times its stored CPU time (${cpu.toFixed(0)} s after ${stored.stages[name]?.cpu} s)`;
  const above = (/** @type {number} */ factor) => grown.filter(({ times = 0 }) => times > factor);
  const failed = above(factors.fail);
  return {
    lines: grown.map(({ name, cpu, wall, times }) =>
      [
        `  ${name.padEnd(26)}`,
        `${wall.toFixed(0).padStart(6)} s`,
        `${cpu.toFixed(0).padStart(6)} s of CPU`,
        times === undefined ? '' : `  ${times.toFixed(2)} of stored`,
      ].join(''),
    ),
    warnings: above(factors.warn)
      .filter((stage) => !failed.includes(stage))
      .map(inWords),
    failures: failed.map((stage) => ({
      title: stage.name,
      error: `${inWords(stage)}. Make it faster; if it does more for a good reason, \`${storeCommand}\` stores the new times.`,
    })),
  };
}

/** @param {{ file: string, seconds: number }[]} files */
export const slowestFiles = (files) =>
  [...files]
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, 10)
    .map(
      ({ file: path, seconds }) =>
        `${seconds.toFixed(1).padStart(8)} s  ${path.startsWith(root) ? relative(root, path) : path}`,
    );
