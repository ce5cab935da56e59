/** A refusal is a line of the log and a reply. */
const maxNames = 20;

/**
 * The first files of a list, and how many follow.
 * @param {readonly string[]} files
 */
export function fileNames(files) {
  const more = files.length - maxNames;
  return `${files.slice(0, maxNames).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
