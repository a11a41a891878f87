import { useBlocker } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

/** Loaded lazily, so that no page waits for it. The guard itself is always active. */
const LeaveDialog = lazy(async () => ({
  default: (await import('./leave-dialog.tsx')).LeaveDialog,
}))

/** Asks for confirmation before unsaved input is lost, by navigation or by closing the tab. */
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
