import type { Sponsor } from '@paddock/contract/calls/notices';
import { findLinks } from '@paddock/contract/core/text-links';
import { FileRows } from '@paddock/mfe-kit/file-rows';
import { Slot, useSlotAvailable } from '@paddock/mfe-kit/slots';
import { Tag } from '@paddock/ui/tag';
import { Fragment, useMemo } from 'react';
import { AcknowledgeBox } from './acknowledge-box';
import { addressOf, type Board } from './addresses';
import { NoticeLines } from './notice-lines';
import { NoticePictures } from './notice-pictures';
import styles from './notices.module.css';

const customFields = ['custom_field_0', 'custom_field_1', 'custom_field_2'] as const;

/** Everything of an open notice. */
export function NoticeBody({ sponsor, board: { labels } }: { sponsor: Sponsor; board: Board }) {
  const { desc, tags } = sponsor;
  const custom = customFields.filter((name) => sponsor[name]);
  return (
    <>
      {desc !== '' && <LinkedText text={desc} />}
      <AcknowledgeBox sponsor={sponsor} />
      {sponsor.image_urls.length > 0 && <NoticePictures sponsor={sponsor} />}
      <FileRows files={sponsor.files} id={sponsor.id} />
      {custom.length > 0 && (
        <dl className={styles.facts}>
          {custom.map((name) => (
            <div key={name}>
              <dt className={labels[name] ? 'label text-secondary' : 'sr-only'}>{labels[name] ?? name}</dt>
              <dd>
                <LinkedText text={sponsor[name]!} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <NoticeLines sponsor={sponsor} />
      {tags.length > 0 && (
        <div className={styles.tags}>
          {tags.map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
        </div>
      )}
      <CommentsPreview id={sponsor.id} />
    </>
  );
}

/** A text of several lines, its addresses as links. */
function LinkedText({ text }: { text: string }) {
  const links = findLinks(text);
  const endOf = (at: number) => (at < 0 ? 0 : links[at]!.index + links[at]!.text.length);
  return (
    <p className={styles.text} dir="auto">
      {links.map(({ index, text: written, kind, url }, at) => (
        <Fragment key={index}>
          {text.slice(endOf(at - 1), index)}
          <a className="link" href={url} {...(kind === 'web' ? { target: '_blank', rel: 'noopener noreferrer' } : {})}>
            {written}
          </a>
        </Fragment>
      ))}
      {text.slice(endOf(links.length - 1))}
    </p>
  );
}

/** The last comments, by mfe-shouts. */
function CommentsPreview({ id }: { id: string }) {
  const isAvailable = useSlotAvailable('shouts.comments');
  const props = useMemo(
    () => ({ kind: 'sponsor', id, view: 'preview' as const, address: `${addressOf(id)}/comments` }),
    [id],
  );
  if (!isAvailable) return null;
  return <Slot name="shouts.comments" props={props} />;
}
