import { kb } from '../module/module-budget.mjs';

/** Maximum gzip KB that the first screen loads of the shell: the reached size plus 5 %. */
export const shellBudget = {
  /** Style sheets included. */
  all: 184,
  scripts: 172,
};

/** @param {{ firstLoadBytes: number, firstScripts: number }} received gzip bytes */
export function checkShellBudget({ firstLoadBytes, firstScripts }) {
  const over = (what, received, max) =>
    received > max * 1024
      ? [
          `The shell's ${what} exceed their size budget (gzip, first load).\nMaximum: ${max} KB\nReceived: ${kb(received)}`,
        ]
      : [];
  const faults = [
    ...over('files', firstLoadBytes, shellBudget.all),
    ...over('scripts', firstScripts, shellBudget.scripts),
  ];
  if (faults.length > 0) throw new Error(faults.join('\n'));
}
