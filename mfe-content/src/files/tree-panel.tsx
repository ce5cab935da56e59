import { maxUploadBytes } from '@paddock/contract/calls/files';
import { useCallCache } from '@paddock/mfe-kit/queries';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { useKit } from '@paddock/mfe-kit/kit-context';
import { createStore, useStore } from '@paddock/mfe-kit/store';
import { Button } from '@paddock/ui/button';
import { Card } from '@paddock/ui/card';
import { Progress } from '@paddock/ui/progress';
import { Spinner } from '@paddock/ui/spinner';
import { useEffect } from 'react';
import { type DroppedEntry, maxTreeFiles } from './dropped-tree';
import styles from './files.module.css';
import { type TreeUpload, uploadTree } from './tree-upload';
import { showsFiles } from './use-files';

const megabyte = 1024 * 1024;
/** Names that are shown of what was skipped. */
const maxNamed = 50;
/** The uploads of dropped folders: they outlive the screen on which they began. */
const current = createStore<readonly TreeUpload[]>([]);
const remove = (upload: TreeUpload) => current.set((now) => now.filter((one) => one !== upload));

/** Returns a function that uploads dropped folders into a folder. */
export function useTreeUpload(parent: string): (entries: readonly DroppedEntry[]) => void {
  const kit = useKit();
  return (entries) => current.set((now) => [...now, uploadTree(kit, entries, parent)]);
}

/** The progress of dropped folders, and afterwards what was skipped. */
export function TreePanel() {
  return useStore(current).map((upload) => <TreeUploadPanel key={upload.id} upload={upload} />);
}

function TreeUploadPanel({ upload }: { upload: TreeUpload }) {
  const t = useText();
  const { number } = useFormat();
  const cache = useCallCache();
  const { total, done, skipped, isOver } = useStore(upload.state);
  const isDone = isOver && skipped.length === 0;
  useEffect(() => {
    if (isOver) for (const call of showsFiles) void cache.refresh(call);
    if (isDone) remove(upload);
  }, [isOver, isDone, cache, upload]);
  if (isDone) return null;
  const close = () => {
    upload.stop();
    remove(upload);
  };
  const progress = t('files.tree.progress', { done: number(done), total: number(total ?? 0) });
  return (
    <div className={styles.panel}>
      <Card pad>
        <div className="stack gap-2">
          {isOver ? (
            <strong className="label" role="status">
              {t('files.tree.over', { count: skipped.length })}
            </strong>
          ) : total === undefined ? (
            <Spinner label={t('files.tree.reading')} />
          ) : (
            <>
              <strong className="label tabular-nums">{progress}</strong>
              <Progress percent={total === 0 ? 0 : (100 * done) / total} label={progress} />
            </>
          )}
          {skipped.length > 0 && (
            <ul className={`${styles.skipped} label text-secondary`} tabIndex={0} aria-label={t('files.tree.skipped')}>
              {skipped.slice(0, maxNamed).map(({ name, code }) => (
                <li key={`${name} ${code}`}>
                  <bdi>{name}</bdi>:{' '}
                  {t(`files.tree.reasons.${code}`, {
                    size: number(maxUploadBytes / megabyte),
                    max: number(maxTreeFiles),
                  })}
                </li>
              ))}
              {skipped.length > maxNamed && <li>{t('files.tree.more', { count: skipped.length - maxNamed })}</li>}
            </ul>
          )}
          <Button size="s" onPress={close}>
            {t(isOver ? 'files.close' : 'files.tree.stop')}
          </Button>
        </div>
      </Card>
    </div>
  );
}
