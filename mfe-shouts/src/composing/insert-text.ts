/**
 * Replaces a range of a text box as typing would: the browser's undo keeps its history, and React hears the input. Returns false
 * where the browser cannot.
 */
export function insertText(box: HTMLTextAreaElement, from: number, to: number, text: string): boolean {
  box.focus();
  box.setSelectionRange(from, to);
  // The only call that adds to the undo history of a text box; no browser has another one.
  return typeof document.execCommand === 'function' && document.execCommand('insertText', false, text);
}
