import { Schema } from 'mongoose';

/** The collection that RateLimiterMongo counts in, with its indexes. */
export const rateLimitCollection = 'rate_limits';
export const rateLimitSchema = new Schema({ key: String, points: Number, expire: Date }, { versionKey: false });
rateLimitSchema.index({ key: 1 }, { unique: true });
rateLimitSchema.index({ expire: -1 }, { expireAfterSeconds: 0 });
