/** What differs between the versions that a stand-in plays. */
export interface Release {
  version: string;
  /** Whether API v1 is served; later versions answer that it is gone. */
  hasV1: boolean;
  /** Whether names of labels may be any text; otherwise they are letters, digits and underscores. */
  takesUtf8: boolean;
  /** Whether groups tell the time intervals that mute them. */
  tellsMuted: boolean;
  /** Whether URLs of webhooks are kept out of the log and the configuration. */
  hidesUrls: boolean;
  /** How lines of its log begin, and what they are. */
  log: 'logfmt' | 'slog';
}

/** By what the real ones of the tests are called. */
export const RELEASES: Record<'system' | 'newest', Release> = {
  system: {
    version: '0.25.0',
    hasV1: true,
    takesUtf8: false,
    tellsMuted: false,
    hidesUrls: false,
    log: 'logfmt',
  },
  newest: {
    version: '0.31.1',
    hasV1: false,
    takesUtf8: true,
    tellsMuted: true,
    hidesUrls: true,
    log: 'slog',
  },
};
