interface ImportMeta {
  webpackContext(folder: string, options: { mode: 'lazy-once'; regExp: RegExp }): (file: string) => Promise<unknown>;
}
