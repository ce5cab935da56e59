import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { type Model, Schema } from 'mongoose';
import type { DeletedMember } from '../extension-points/extension-points.js';
import { dayMs } from '@paddock/contract/core/durations';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';

/** A deleted account whose data is not yet erased everywhere; removed after the last service has finished. */
export interface Departure {
  _id: string;
  community: string;
  leaver: DeletedMember;
  /** Services that must erase the data, and those that have. */
  services: string[];
  done: string[];
  created: Date;
}

/** A service that stores data about members, in any process. */
interface Keeper {
  _id: string;
  seen: Date;
}

/** A service that no process has run for this long no longer delays a departure. */
const seenForMs = 30 * dayMs;

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

/** Deleted accounts of all communities: the worker that processes them belongs to none. */
@Injectable()
export class AccountErasureRepository {
  private readonly departures: Model<Departure>;
  private readonly keepers: Model<Keeper>;

  constructor(mongo: Mongo) {
    this.departures = mongo.model('departures', departureSchema);
    this.keepers = mongo.model('departure_services', keeperSchema);
  }

  /** Registers services that must erase data of accounts deleted from now on. */
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

  /** Removes a departure that all services have processed; false if some have not, or another process was first. */
  async finish(id: string, session: ClientSession): Promise<boolean> {
    const row = await this.departures.findById(id).session(session).lean<Departure | null>();
    if (!row?.services.every((service) => row.done.includes(service))) return false;
    return (await this.departures.deleteOne({ _id: id }, { session })).deletedCount > 0;
  }
}
