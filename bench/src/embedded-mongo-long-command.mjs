import { parentPort, workerData } from 'node:worker_threads';
import { MongoClient } from 'mongodb';
import { longCommands } from './embedded-mongo-fairness.mjs';

const client = await new MongoClient(workerData.uri, { retryWrites: false }).connect();
const posts = client.db('bench').collection('posts');

parentPort?.on('message', async (/** @type {string} */ name) => {
  await longCommands[name]?.run(posts);
  parentPort?.postMessage('done');
});
