export { backup } from './transfer/backup.js';
export { dump } from './transfer/dump.js';
export { restore } from './transfer/restore.js';
export { DataFolderError } from './storage/data-folder.js';
export { type EmbeddedMongo, type EmbeddedMongoOptions, startEmbeddedMongo } from './start.js';
