export { DataFolderError } from './storage/data-folder.js';
export { type EmbeddedMongo, type EmbeddedMongoOptions, startEmbeddedMongo } from './start.js';
export { backup, dump, restore } from './transfer.js';
