import type { Database } from '../../src/storage/database.js';
import { entriesOf } from '../../src/storage/index-entries.js';
import { entryKey, recordIdOf, recordsEnd, recordsStart } from '../../src/storage/keys.js';
import { decodePlain } from '../../src/values/bson.js';

/**
 * Compares every index with a rebuilt one, entry by entry as stored in lmdb.
 *
 * @returns the number of entries compared
 * @throws Error naming the index and the difference
 */
export function checkIndexes(db: Database): number {
  const expected = new Map<string, string>();
  for (const collection of db.catalog.list()) {
    const where = `${collection.db}.${collection.name}`;
    const range = { start: recordsStart(collection.id), end: recordsEnd(collection.id) };
    for (const { key, value } of db.records.getRange(range)) {
      const doc = decodePlain(value);
      for (const index of collection.indexes) {
        const { keys, multikey, cut } = entriesOf(index, doc);
        for (const values of keys.values()) {
          expected.set(entryKey(index.id, values, recordIdOf(key)).toString('latin1'), `${where} ${index.name}`);
        }
        // The planner relies on these catalog flags.
        if ((cut && !index.cut) || multikey.some((one, i) => one && !index.multikey[i])) {
          throw new Error(`${where} ${index.name} holds arrays or cut keys that the catalog knows nothing of`);
        }
      }
    }
  }
  const count = expected.size;
  for (const key of db.index.getKeys({})) {
    const text = Buffer.from(key).toString('latin1');
    if (!expected.delete(text)) throw new Error(`an entry of index ${key.readUInt32BE(0)} that no record asks for`);
  }
  for (const index of expected.values()) throw new Error(`${index} lacks ${expected.size} entries`);
  return count;
}
