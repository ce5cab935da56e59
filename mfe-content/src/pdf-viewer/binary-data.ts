interface Inlined {
  default: string;
}

// One chunk for all character maps and one for all fonts: each file of a module is in the boot reply's integrity table.
const characterMaps = import.meta.webpackContext('pdfjs-dist/cmaps', { mode: 'lazy-once', regExp: /\.bcmap$/ });
const fonts = import.meta.webpackContext('pdfjs-dist/standard_fonts', { mode: 'lazy-once', regExp: /\.(pfb|ttf)$/ });

/** Character maps and standard fonts for pdf.js, from the module's own chunks. */
export class BinaryData {
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const files = kind === 'cMapUrl' ? characterMaps : fonts;
    const { default: dataUrl } = (await files(`./${filename}`)) as Inlined;
    return Uint8Array.from(atob(dataUrl.slice(dataUrl.indexOf(',') + 1)), (byte) => byte.codePointAt(0)!);
  }
}
