import { Badge } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconClock, IconMinus } from '@tabler/icons-react'
import classes from './state-badge.module.css'

const ICONS = {
  good: IconCheck,
  waiting: IconClock,
  bad: IconAlertTriangle,
  over: IconMinus,
} as const

/** A status shown by a word and an icon, never by colour alone. */
export function StateBadge({ tone, label }: { tone: keyof typeof ICONS; label: string }) {
  const Icon = ICONS[tone]
  return (
    <Badge className={classes.badge} data-tone={tone} leftSection={<Icon size={12} aria-hidden />}>
      {label}
    </Badge>
  )
}
