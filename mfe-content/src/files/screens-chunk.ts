/** The tab's screens: one chunk, since the list leads to all of them. */
export { FilesBin } from './files-bin';
export { FilesPage } from './files-page';
