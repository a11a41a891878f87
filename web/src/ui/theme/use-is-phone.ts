import { useMediaQuery } from '@mantine/hooks'

/** The same width as in the style sheets. */
const PHONE = '(max-width: 48em)'

/** Returns true if the window is as narrow as a phone. */
export function useIsPhone(): boolean {
  return useMediaQuery(PHONE, false, { getInitialValueInEffect: false })
}
