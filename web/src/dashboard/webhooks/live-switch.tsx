import { Switch } from '@mantine/core'

/** How often a live list asks for new rows. The query client pauses while the tab is hidden. */
export const LIVE_MS = 2_000

type Props = { isLive: boolean; onChange: (isLive: boolean) => void }

/** Keeps a list up to date while it is on. */
export function LiveSwitch({ isLive, onChange }: Props) {
  return (
    <Switch
      label="Live"
      checked={isLive}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}
