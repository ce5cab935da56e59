import { type ReactNode, type Ref, useRef } from 'react';
import { Toolbar } from '../../primitives/pane/pane';
import { SearchField, type SearchFieldProps } from './search-field';

interface SearchText {
  text: string;
  setText: (text: string) => void;
}

export interface SearchToolbarProps extends Pick<SearchFieldProps, 'label' | 'pendingLabel' | 'clearLabel'> {
  search: SearchText & { pending: boolean };
  field: Ref<HTMLInputElement>;
  /** Below the search field. */
  children?: ReactNode;
}

/** The search field above a list. */
export function SearchToolbar({ search, field, children, ...labels }: SearchToolbarProps) {
  return (
    <Toolbar>
      <SearchField {...labels} ref={field} value={search.text} onChange={search.setText} pending={search.pending} />
      {children}
    </Toolbar>
  );
}

/** The ref of a search field, and a function that empties the field and focuses it. */
export function useClearSearch({ setText }: SearchText) {
  const field = useRef<HTMLInputElement>(null);
  const clear = () => {
    setText('');
    field.current?.focus();
  };
  return { field, clear };
}
