import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { portalSignOut } from '../../api/portal.ts'
import { OfflineStrip } from '../../ui/states/offline-strip.tsx'
import { Problem } from '../../ui/states/problem.tsx'
import { Strip } from '../../ui/states/strip.tsx'
import { formatTime } from '../../ui/values/dates.ts'
import { dropDraft } from '../session/draft.ts'
import { usePortalSession } from '../session/portal-session.ts'
import { useIsEnding } from '../session/use-time-left.ts'
import { BackLink } from './back-link.tsx'
import { Frame } from './frame.tsx'
import { Nav } from './nav.tsx'
import classes from './shell.module.css'

type Props = {
  /** Time when the session was read, on this browser's clock. */
  readAt: number
  children: ReactNode
}

/** Frame around every page of an account. */
export function Shell({ readAt, children }: Props) {
  const session = usePortalSession()
  const { environment, expiresAt, organizationName, customerName, returnUrl } = session
  const isEnding = useIsEnding(session, readAt)
  const leave = useLeave()
  return (
    <>
      <a className={classes.skip} href="#content">
        Skip to the content
      </a>
      <OfflineStrip />
      {environment === 'test' && <Strip tone="warning">Test: no real money moves</Strip>}
      {isEnding && (
        <Strip tone="info" role="status">
          Your session expires at {formatTime(expiresAt, 'local')}. To continue after that, ask{' '}
          {organizationName} for a new link. Unsaved changes are kept.
        </Strip>
      )}
      <Frame
        company={session}
        about={`Account of ${customerName}`}
        top={<BackLink returnUrl={returnUrl} />}
        aside={
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            mr={-8}
            flex="none"
            loading={leave.isPending}
            onClick={() => leave.mutate()}
          >
            Sign out
          </Button>
        }
        nav={<Nav />}
      >
        {leave.error && <Problem error={leave.error} />}
        {children}
      </Frame>
    </>
  )
}

/**
 * Ends the session in the browser and in the service. It also removes the draft, because the
 * browser may be shared.
 */
function useLeave() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: portalSignOut,
    onSuccess: () => {
      dropDraft()
      queryClient.clear()
      location.assign('/portal/link?state=signed-out')
    },
  })
}
