/**
 * The files of a paste. A copied range of a spreadsheet, or text of an office program, comes with a picture of itself: the text
 * is meant then.
 */
export function pastedFiles({ files, types }: Pick<DataTransfer, 'files' | 'types'>): File[] {
  const isText = types.includes('text/plain') && types.includes('text/html');
  return isText ? [] : [...files];
}
