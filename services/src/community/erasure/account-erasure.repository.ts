import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { type Model, Schema } from 'mongoose';
import type { DeletedMember } from '../extension-points/extension-points.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';

/** An account that has ended and is not yet forgotten everywhere. It goes with the last service that forgot. */
export interface Departure {
  _id: string;
  community: string;
  leaver: DeletedMember;
  /** Who has to forget, and who has. */
  services: string[];
  done: string[];
  created: Date;
}

/** A service that keeps things about members, in whatever process it runs. */
interface Keeper {
  _id: string;
  seen: Date;
}

/** A service that no process has run for so long is no longer waited for. */
const seenForMs = 30 * 24 * 3600 * 1000;

const departureSchema = new Schema<Departure>(
  {
    _id: String,
    community: { type: String, required: true },
    leaver: { type: Object, required: true },
    services: [String],
    done: [String],
    created: { type: Date, required: true },
  },
  { versionKey: false, minimize: false },
);
const keeperSchema = new Schema<Keeper>({ _id: String, seen: { type: Date, required: true } }, { versionKey: false });

/** AccountErasure of all communities: who works them off belongs to none. */
@Injectable()
export class AccountErasureRepository {
  private readonly departures: Model<Departure>;
  private readonly keepers: Model<Keeper>;

  constructor(mongo: Mongo) {
    this.departures = mongo.model('departures', departureSchema);
    this.keepers = mongo.model('departure_services', keeperSchema);
  }

  /** Names services that have to forget whoever leaves from now on. */
  async keep(services: readonly string[]): Promise<void> {
    const seen = new Date();
    for (const _id of services) await this.keepers.updateOne({ _id }, { $set: { seen } }, { upsert: true });
  }

  async keeping(): Promise<string[]> {
    const rows = await this.keepers.find({ seen: { $gt: new Date(Date.now() - seenForMs) } }).lean<Keeper[]>();
    return rows.map(({ _id }) => _id);
  }

  async begin(
    { community }: Tenant,
    leaver: DeletedMember,
    services: readonly string[],
    session: ClientSession,
  ): Promise<void> {
    const row = { _id: leaver._id, community, leaver, services: [...services], done: [], created: new Date() };
    await new this.departures(row).save({ session });
  }

  /** Oldest first. */
  open(): Promise<Departure[]> {
    return this.departures.find().sort({ created: 1 }).lean<Departure[]>();
  }

  async markDone(id: string, service: string): Promise<void> {
    await this.departures.updateOne({ _id: id }, { $addToSet: { done: service } });
  }

  /** Removes a departure that everybody has forgotten; false while it is not, or another process was first. */
  async finish(id: string, session: ClientSession): Promise<boolean> {
    const row = await this.departures.findById(id).session(session).lean<Departure | null>();
    if (!row?.services.every((service) => row.done.includes(service))) return false;
    return (await this.departures.deleteOne({ _id: id }, { session })).deletedCount > 0;
  }
}
