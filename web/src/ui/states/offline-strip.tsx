import { useNetwork } from '@mantine/hooks'
import { Strip } from './strip.tsx'

export function OfflineStrip() {
  const { online } = useNetwork()
  if (online) return null
  return (
    <Strip tone="warning" role="status">
      You are offline. The data shown may be out of date, and changes are not saved.
    </Strip>
  )
}
