import { PDFFindController } from 'pdfjs-dist/web/pdf_viewer.mjs';

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** Finds right-to-left words also in documents that place each letter by itself, where a line's text is in the order of its drawing. */
export class FindController extends PDFFindController {
  override match(query: string | string[], pageContent: string, pageIndex: number) {
    const found = super.match(query, pageContent, pageIndex);
    if (found?.length || typeof query !== 'string' || !rightToLeft.test(query)) return found;
    return super.match([...query].reverse().join(''), pageContent, pageIndex);
  }
}
