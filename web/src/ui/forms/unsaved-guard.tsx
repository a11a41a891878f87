import { useBlocker } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

/** No page waits for the dialog. The guard itself is there at once: who leaves early is asked, too. */
const LeaveDialog = lazy(async () => ({
  default: (await import('./leave-dialog.tsx')).LeaveDialog,
}))

/** Asks before what somebody has typed is lost, by a link as by closing the tab. */
export function UnsavedGuard({ isUnsaved }: { isUnsaved: () => boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isUnsaved(),
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  })
  return (
    <Suspense>
      <LeaveDialog
        isOpen={status === 'blocked'}
        onStay={() => reset?.()}
        onLeave={() => proceed?.()}
      />
    </Suspense>
  )
}
