/** Most gzip KB of what the first screen loads of the shell: what was reached, and 5 %. */
export const shellBudget = {
  /** Style sheets included. */
  all: 184,
  scripts: 172,
};

/** @param {{ firstLoadBytes: number, firstScripts: number }} received gzip bytes */
export function checkShellBudget({ firstLoadBytes, firstScripts }) {
  const over = (what, received, most) =>
    received > most * 1024
      ? [
          `The shell's ${what} are over their size budget (gzip, first load).\nMaximum: ${most} KB\nReceived: ${(received / 1024).toFixed(1)} KB`,
        ]
      : [];
  const faults = [
    ...over('files', firstLoadBytes, shellBudget.all),
    ...over('scripts', firstScripts, shellBudget.scripts),
  ];
  if (faults.length > 0) throw new Error(faults.join('\n'));
}
