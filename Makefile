# surefleet: every target installs and builds what it needs and is missing.
.PHONY: help setup build demo demo-explore demo-boxnet test lint clean
.DEFAULT_GOAL := help

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## install what is missing: system packages (apt), ROS 2 into .ros/
	@scripts/setup

build: setup ## build what runs a fleet (build/prefix, target/release)
	@scripts/build

demo: build ## run the household demo
	@scripts/surefleet demo

demo-explore: build ## two robots look through a house of six rooms for what a mission asks for
	@scripts/surefleet demo --fleet examples/search

demo-boxnet: build ## four arms on one board carry boxes to each other
	@scripts/surefleet demo --fleet examples/boxnet

test: ## run every check and test; ends with "N passed, N failed"
	@scripts/test

lint: setup ## format, clippy, documentation, and the arrows between crates
	@scripts/lint

clean: ## remove what was built; .ros/ stays
	rm -rf build target
