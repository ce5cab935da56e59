#!/usr/bin/env node
// The command `paddock` of a repository of modules. It uses only syntax that old Node versions can parse, like the checkout's.
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    'Paddock needs Node 24 or newer, and this is ' + process.versions.node + ': install it from https://nodejs.org.',
  );
  process.exit(1);
}
import('./run-command.mjs').then(function (module) {
  return module.runCommand(process.argv[2], process.argv.slice(3));
});
