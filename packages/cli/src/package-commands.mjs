/** The commands that need neither sources nor tools: those of a package's `package.json`. */
export const packageScripts = [
  'doctor',
  'admin',
  'release-keys',
  'backup',
  'restore',
  'list',
  'promote',
  'rollback',
  'prune',
];

/** All commands of a package. */
export const packageCommands = [...packageScripts, 'publish'];
