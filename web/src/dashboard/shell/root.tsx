import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { OfflineStrip } from '../../ui/states/offline-strip.tsx'

const ToastArea = lazy(() => import('../../ui/dialogs/toast-area.tsx'))

export function Root() {
  return (
    <>
      <OfflineStrip />
      <Outlet />
      <Suspense>
        <ToastArea />
      </Suspense>
    </>
  )
}
