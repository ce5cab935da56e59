import { Button } from '@paddock/ui/button';
import { ArrowUp } from 'lucide-react';
import styles from './new-posts.module.css';

/** Offers the shouts that came while the member was reading further down. */
export function NewPosts({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <div className={styles.anchor}>
      <Button variant="primary" size="s" icon={ArrowUp} onPress={onPress}>
        {label}
      </Button>
    </div>
  );
}
