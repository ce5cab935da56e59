export interface ViewerItem {
  kind: 'picture' | 'video';
  src: string;
  /** Says what is seen, or the position: "Picture 2 of 5". */
  alt: string;
  /** Of a video. */
  poster?: string | undefined;
  width?: number | undefined;
  height?: number | undefined;
}

export interface ViewerLabels {
  /** Names the dialog: "Pictures of Ann Lee". */
  title: string;
  close: string;
  previous: string;
  next: string;
  zoomIn: string;
  zoomOut: string;
  download: string;
  share: string;
  /** Shown instead of a picture that did not load. */
  failed: string;
  retry: string;
  /** "2 of 5". */
  position: (index: number) => string;
}
