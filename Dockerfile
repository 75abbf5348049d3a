# Standin in a container: `docker build -t standin .`, then `docker run -p 127.0.0.1:3000:3000 standin`.
# It serves the project in /project, which is the example of this repository until another is mounted there; other arguments run other
# commands: `docker run --network host standin verify http://127.0.0.1:8080`. See docs/ci.md.

FROM node:24-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
COPY toolchain/package.json toolchain/
COPY bench/package.json bench/
# No package runs a script.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:24-slim AS packages
WORKDIR /opt/standin
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --workspaces=false --ignore-scripts --no-audit --no-fund

FROM node:24-slim
ENV NODE_ENV=production
COPY --from=packages /opt/standin /opt/standin
COPY LICENSE db.json /opt/standin/
# Profiles, and with schemas and db.json the example that "standin init" makes.
COPY contracts /opt/standin/contracts
COPY schemas /opt/standin/schemas
COPY --from=build /build/dist /opt/standin/dist

# Runs note here what they make, in .standin, until it is removed.
RUN install --directory --owner 1000 --group 1000 /project
WORKDIR /project
COPY schemas schemas
COPY contracts contracts
COPY db.json ./

# By its number, so that Kubernetes sees that it is not root (runAsNonRoot). It is the user "node" of the base.
USER 1000:1000
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/__standin/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]

# Without a shell in between, so that Standin itself is told to end (SIGTERM) and ends in order.
ENTRYPOINT ["node", "/opt/standin/dist/bundle/cli.js"]
# Inside a container 127.0.0.1 is the container alone: nobody outside would reach it.
CMD ["serve", "--host", "0.0.0.0", "--port", "3000"]
