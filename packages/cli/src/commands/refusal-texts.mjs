/**
 * The consequence and the remedy of a problem that makes a start refuse a deployment.
 * @param {string} path in the deployment file
 * @param {string} hint of the services
 */
export const textsOfRefusal = (path, hint) => ({ consequence: consequenceOf(hint), remedy: remedyFor(path, hint) });

/** @param {string} hint */
function consequenceOf(hint) {
  if (hint.endsWith(' is kept')) return 'Members get this earlier release.';
  if (hint === noFile) return 'A first start serves no community; a running one keeps the last good state of each.';
  return 'The change is refused: the community keeps its last good state. A first start leaves the community out.';
}

const noFile = 'there is no deployment file';

/** @param {string} path @param {string} hint */
function remedyFor(path, hint) {
  if (hint === noFile) return 'Add a deployment file, or name the folder that has one with DEPLOYMENTS_DIR.';
  if (hint.includes('these services do not have'))
    return 'Update the services, or name a version that was built for them: npm run list shows the releases.';
  if (hint.includes('did you mean')) return 'Correct the name.';
  if (hint.includes('UTF-8')) return 'Save it so in the editor, or convert it with iconv.';
  if (hint.startsWith('cannot be read')) return 'Correct the JSON at this line.';
  if (path === 'default')
    return hint.startsWith('only')
      ? 'Leave out "default" in this file or in that of the other community.'
      : 'Set "default": true in the file of one community.';
  if (path.startsWith('modules.mfe-')) return remedyOfModule(path.slice('modules.'.length), hint);
  if (hint === 'this tab is named twice') return 'Remove one of the two.';
  if (path.startsWith('tabs')) return 'Deploy the module that serves the tab (modules), or remove the tab.';
  if (path.startsWith('flags') || path.startsWith('look'))
    return 'Correct the value; docs/flags.md describes every key.';
  return 'Correct the value.';
}

/** @param {string} module @param {string} hint */
function remedyOfModule(module, hint) {
  const [, channel] = /has no channel '([^']+)'/.exec(hint) ?? [];
  const option = channel === undefined || channel === 'stable' ? '' : ` --channel ${channel}`;
  return `npm run list -- ${module} shows its releases and channels; npm run release -- ${module}${option} makes one.`;
}
