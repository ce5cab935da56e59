import type { ShoutRow } from '../storage/shout.schema.js';

type LikersByShout = ReadonlyMap<string, ReadonlySet<string>>;
type LikedBy = (shout: string, viewer: string) => boolean;

/**
 * Whether a viewer likes a shout, for feeds and for single shouts. A row names the first three likers. If there are more,
 * `likers` names all of them; a shout missing there needs a query for each viewer.
 */
export class ViewerReactions {
  /** Shouts that need a query. */
  readonly likedByMore: readonly string[];

  constructor(
    rows: readonly ShoutRow[],
    private readonly likers: LikersByShout = new Map(),
  ) {
    const namesAll = ({ _id, likes_count, first_likes }: ShoutRow) =>
      likes_count <= first_likes.length || likers.has(_id);
    this.likedByMore = rows.filter((row) => !namesAll(row)).map(({ _id }) => _id);
  }

  liked({ _id, first_likes }: ShoutRow, viewer: string, queried: LikedBy): boolean {
    return first_likes.includes(viewer) || this.likers.get(_id)?.has(viewer) === true || queried(_id, viewer);
  }
}
