// The one entry of every command: `node paddock.mjs <command> …`. It stays in syntax that old versions of Node can read, so
// that they get a sentence about their age instead of a syntax error; everything newer is imported after the check.
import { tooOld } from './node-version.mjs';

var complaint = tooOld(process.versions.node);
if (complaint) {
  console.error(complaint);
  process.exit(1);
}
import('./run-command.mjs').then(function (module) {
  return module.runCommand(process.argv[2], process.argv.slice(3));
});
