import type { Manifest } from '@paddock/contract/core/manifest';
import type { CallAddress, Kit } from '../kit/kit-context';

type Confines = Pick<Manifest, 'id' | 'permissions' | 'slots' | 'links' | 'follows'>;

/**
 * The kit of one module: it sends only calls whose permission the module's manifest declares, shows only slots that it names in
 * `slots.uses`, follows only its own links and those in `follows`, and stores only under names that begin with its id. This finds mistakes;
 * the services decide what a member may do (ADR 0054). Calls of releases from before carry no permission, and their manifests no
 * `follows`: both pass.
 * @throws {Error} from `api`, `outbox.add`, `uploads`, `slots.offeredBy`, `permitLink`, `permitDatabase` and `storage`, naming the module
 *   and the missing declaration; nothing is sent
 */
export function confinedKit(kit: Kit, { id, permissions, slots, links, follows }: Confines): Kit {
  const demand = (place: string, declared: readonly string[], name: string) => {
    if (!declared.includes(name))
      throw new Error(`${id} uses '${name}', which ${place} of its manifest does not declare`);
  };
  const permit = ({ permission }: Pick<CallAddress, 'permission'>) => {
    if (permission !== undefined)
      demand('permissions', permissions, typeof permission === 'string' ? permission : permission.name);
  };
  const own = (name: string) => {
    if (!name.startsWith(`${id}.`)) throw new Error(`${id} stores '${name}', which does not begin with '${id}.'`);
    return name;
  };
  return {
    ...kit,
    api: {
      async call(call, ...rest) {
        permit(call);
        return kit.api.call(call, ...rest);
      },
      async send(address, ...rest) {
        permit(address);
        return kit.api.send(address, ...rest);
      },
    },
    outbox: {
      ...kit.outbox,
      add(item) {
        permit(item.call);
        return kit.outbox.add(item);
      },
    },
    async uploads() {
      permit({ permission: 'files.upload' });
      return kit.uploads();
    },
    slots: {
      ...kit.slots,
      offeredBy(slot) {
        demand('slots.uses', slots.uses, slot);
        return kit.slots.offeredBy(slot);
      },
    },
    permitLink(link) {
      if (follows && !(link in links)) demand('follows', follows, link);
    },
    permitDatabase: (name) => void own(name),
    storage: ownStorage(kit.storage, own),
  };
}

/** A storage that reads every key and writes those that `own` returns. */
function ownStorage(storage: Storage, own: (key: string) => string): Storage {
  return {
    get length() {
      return storage.length;
    },
    key: (index) => storage.key(index),
    getItem: (key) => storage.getItem(key),
    setItem: (key, value) => storage.setItem(own(key), value),
    removeItem: (key) => storage.removeItem(own(key)),
    clear: () => void own('*'),
  };
}
