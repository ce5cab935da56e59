export { DataFolderError } from './storage/data-lock.js';
export { type EmbeddedMongo, type EmbeddedMongoOptions, startEmbeddedMongo } from './start.js';
