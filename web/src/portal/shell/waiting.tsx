import { Group, Skeleton } from '@mantine/core'
import { LinesSkeleton } from '../../ui/states/lines-skeleton.tsx'
import { useDelayed } from '../../ui/states/use-delayed.ts'
import classes from './shell.module.css'

/** Page frame while the session is loading. */
export function Waiting() {
  const isShown = useDelayed(true)
  return (
    <div className={classes.page}>
      <div className={classes.header}>
        <Group gap="sm" className={classes.head}>
          <Skeleton width={40} height={40} visible={isShown} />
          <Skeleton width={160} height={18} visible={isShown} />
        </Group>
      </div>
      <main className={classes.content}>
        <LinesSkeleton lines={6} />
      </main>
    </div>
  )
}
