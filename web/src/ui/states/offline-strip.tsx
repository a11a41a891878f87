import { useNetwork } from '@mantine/hooks'
import { Strip } from './strip.tsx'

export function OfflineStrip() {
  const { online } = useNetwork()
  if (online) return null
  return (
    <Strip tone="warning" role="status">
      You are offline. What you see may be old, and nothing is saved.
    </Strip>
  )
}
