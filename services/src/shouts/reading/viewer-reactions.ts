import type { ShoutRow } from '../storage/shout.schema.js';

type PeopleByShout = ReadonlyMap<string, ReadonlySet<string>>;
/** What the database returned for a viewer. */
type Said = (shout: string, viewer: string) => boolean;

/**
 * Whether a viewer likes a shout. A row names the first three who like it; where there are more, `likers` names them, and for the
 * other shouts the database is asked for each viewer.
 */
export class ViewerReactions {
  /** Shouts for which the database is asked. */
  readonly likedByMore: readonly string[];

  constructor(
    rows: readonly ShoutRow[],
    private readonly likers: PeopleByShout = new Map(),
  ) {
    const namesAll = ({ _id, likes_count, first_likes }: ShoutRow) =>
      likes_count <= first_likes.length || likers.has(_id);
    this.likedByMore = rows.filter((row) => !namesAll(row)).map(({ _id }) => _id);
  }

  liked({ _id, first_likes }: ShoutRow, viewer: string, said: Said): boolean {
    return first_likes.includes(viewer) || this.likers.get(_id)?.has(viewer) === true || said(_id, viewer);
  }
}
