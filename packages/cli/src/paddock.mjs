// The entry point of every command: `node paddock.mjs <command> …`. It uses only syntax that old Node versions can parse, so
// that they print a clear sentence instead of a syntax error. Newer syntax is imported after the check.
import { tooOld } from './node-version.mjs';

var complaint = tooOld(process.versions.node);
if (complaint) {
  console.error(complaint);
  process.exit(1);
}
import('./run-command.mjs').then(function (module) {
  return module.runCommand(process.argv[2], process.argv.slice(3));
});
