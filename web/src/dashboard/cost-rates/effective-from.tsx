import { Timestamp } from '../../ui/values/timestamp.tsx'

/** The usage date from which a rate applies. */
export function EffectiveFrom({ at }: { at: string | null }) {
  return at === null ? 'Always' : <Timestamp at={at} as="day" />
}
