import { isDeleted } from './shout-reach.js';
import type { ShoutRow } from './shout.schema.js';

type PeopleByShout = ReadonlyMap<string, ReadonlySet<string>>;
/** What the database said of a viewer. */
type Said = (shout: string, viewer: string) => boolean;

const nobody: PeopleByShout = new Map();

/**
 * Whether a viewer likes a shout and has commented on it, for rows that are shown together. A row names the first three who like
 * it, and the comments among the rows name their authors; where there are more, `likers` and `commenters` tell of those whom they
 * have, and of the others the database is asked for each viewer.
 */
export class OwnMarks {
  /** Of these it has to say who likes them. */
  readonly likedByMore: readonly string[];
  /** Of these it has to say who has commented. */
  readonly commentedByMore: readonly string[];
  private readonly authors: ReadonlyMap<string, readonly string[]>;

  constructor(
    rows: readonly ShoutRow[],
    private readonly likers = nobody,
    private readonly commenters = nobody,
  ) {
    this.authors = authorsOfComments(rows);
    const namesAll = ({ _id, likes_count, first_likes }: ShoutRow) =>
      likes_count <= first_likes.length || likers.has(_id);
    const isTold = ({ _id, comments_count }: ShoutRow) =>
      (this.authors.get(_id)?.length ?? 0) >= comments_count || commenters.has(_id);
    this.likedByMore = rows.filter((row) => !namesAll(row)).map(idOf);
    this.commentedByMore = rows.filter((row) => !isTold(row)).map(idOf);
  }

  liked({ _id, first_likes }: ShoutRow, viewer: string, said: Said): boolean {
    return first_likes.includes(viewer) || this.likers.get(_id)?.has(viewer) === true || said(_id, viewer);
  }

  /** Never of a comment. */
  commented({ _id, comments_count }: ShoutRow, viewer: string, said: Said): boolean {
    if (comments_count === 0) return false;
    const isAuthor = this.authors.get(_id)?.includes(viewer) === true;
    return isAuthor || this.commenters.get(_id)?.has(viewer) === true || said(_id, viewer);
  }
}

/** By their shout, one for each comment. */
function authorsOfComments(rows: readonly ShoutRow[]): Map<string, string[]> {
  const authors = new Map<string, string[]>();
  for (const row of rows) {
    if (!row.in_reply_to || isDeleted(row)) continue;
    const known = authors.get(row.in_reply_to);
    if (known) known.push(row.author);
    else authors.set(row.in_reply_to, [row.author]);
  }
  return authors;
}

const idOf = ({ _id }: ShoutRow) => _id;
