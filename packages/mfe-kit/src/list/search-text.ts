import { useEffect, useState } from 'react';
import { debounceMs } from '../calls/use-debounced';
import { useAddressPart } from '../navigation/navigation';

/** A search field and the search that it sends. */
export interface SearchText {
  text: string;
  setText: (text: string) => void;
  /** The trimmed text that is searched, which the address holds; '' without a search. */
  query: string;
  /** The results replace the list: the field is not empty, and the address holds a search, so that a reload shows it again. */
  active: boolean;
  /** The text in the field is not searched yet. */
  isTyping: boolean;
}

/** The search of a list, sent {@link debounceMs} after the last letter (A §2, A §9); Back and an empty text return to the list. */
export function useSearchText(): SearchText {
  const [address, setAddress] = useAddressPart('search');
  const [text, setText] = useState(address);
  const [known, setKnown] = useState(address);
  const [own, setOwn] = useState(address);
  if (address !== known) {
    setKnown(address);
    // The way back from a search takes a moment, in which the member may type another one.
    if (address !== own) {
      setOwn(address);
      setText(address);
    }
  }
  const trimmed = text.trim();
  const query = address.trim();
  useEffect(() => {
    // Without this, the address of a link that opens meanwhile would lose its search.
    if (trimmed === query) return;
    const timer = setTimeout(() => {
      setOwn(trimmed);
      setAddress(trimmed);
    }, debounceMs);
    return () => clearTimeout(timer);
  }, [trimmed, query, setAddress]);
  return {
    text,
    setText,
    query,
    active: trimmed !== '' && query !== '',
    isTyping: trimmed !== '' && trimmed !== query,
  };
}
